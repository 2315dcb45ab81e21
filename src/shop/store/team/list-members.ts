import { List, page_parameters } from '../../../platform/core/fields.ts';
import { listPage, readCursor } from '../../../platform/core/pagination.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { Member, showMember } from './member.rules.ts';
import { listTeam } from './member.sql.ts';

export const listMembers = operation({
  method: 'GET',
  path: '/list-members',
  summary: 'List who may enter the dashboard of this store, and who is invited',
  scope: 'read',
  input: Type.Object(page_parameters),
  output: List(Member),
  errors: [],
  async read({ input, reader, services: { clock } }) {
    const { limit, cursor } = input;
    const [at, id] = readCursor(cursor, 'members', [0, '']) ?? [Number.MAX_SAFE_INTEGER, ''];
    const team = await listTeam(reader, clock());
    const rows = team
      .toSorted((a, b) => b.created_at - a.created_at || (a.member_id < b.member_id ? 1 : -1))
      .filter((row) => row.created_at < at || (row.created_at === at && row.member_id < id))
      .slice(0, limit + 1);
    return listPage(rows, {
      list: 'members',
      limit,
      show: showMember,
      cursor: (row) => [row.created_at, row.member_id],
    });
  },
});

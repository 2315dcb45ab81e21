import { Instant, Nullable, OneOf, TextOrNull } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { DAY_MS, isoInstant, isoInstantOrNull } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';

export const getBackups = operation({
  method: 'GET',
  path: '/get-backups',
  summary: 'See when this installation was last copied',
  description:
    'All stores of an installation are in one database. `kassa backup` copies it and notes that; ' +
    'copies that were made otherwise are known if they were noted with `kassa backup --noted`.',
  scope: 'read',
  input: Type.Object({}),
  output: Type.Object({
    object: Type.Literal('backups'),
    database: OneOf(['sqlite', 'postgres'], { examples: ['sqlite'] }),
    database_bytes: Type.Integer({ examples: [40_960_000] }),
    last_backup_at: Nullable(
      Type.String({ format: 'date-time', examples: ['2026-11-14T09:30:00.000Z'] }),
    ),
    days_since_backup: Nullable(
      Type.Integer({ description: 'Whole days, in real time', examples: [3] }),
    ),
    schedule: Nullable(
      Type.Object(
        {
          folder: Type.String({ examples: ['/mnt/backups'] }),
          every_seconds: Type.Integer({ examples: [86_400] }),
          failed_at: Nullable(
            Type.String({ format: 'date-time', examples: ['2026-11-14T09:30:00.000Z'] }),
          ),
          problem: TextOrNull(
            'The disk of /mnt/backups is full: the backup was not made.',
            'Why the last try made none; null when it did',
          ),
        },
        { description: 'Where and how often the service makes them by itself; null: never' },
      ),
    ),
    backups: Type.Array(
      Type.Object({
        made_at: Instant,
        place: Type.String({
          description: 'Where it was put, in the words of whoever made it',
          examples: ['/backups/2026-11-14'],
        }),
        bytes: Nullable(Type.Integer({ examples: [40_000_000] })),
        made_by: OneOf(['command', 'schedule', 'noted'], {
          description:
            'command: somebody with `kassa backup`; schedule: the service by itself; noted: another ' +
            'program, and recorded with Kassa',
          examples: ['schedule'],
        }),
      }),
      { description: 'The newest ten, newest first' },
    ),
  }),
  errors: [],
  async read({ services }) {
    const { engine, bytes, made, last_at, failed } = await services.backups.look();
    const { schedule } = services.backups;
    return {
      object: 'backups' as const,
      database: engine,
      database_bytes: bytes,
      last_backup_at: isoInstantOrNull(last_at),
      days_since_backup:
        last_at === null ? null : Math.max(Math.floor((services.clock() - last_at) / DAY_MS), 0),
      schedule: schedule
        ? {
            folder: schedule.folder,
            every_seconds: schedule.every_ms / 1000,
            failed_at: isoInstantOrNull(failed?.tried_at ?? null),
            problem: failed?.problem ?? null,
          }
        : null,
      backups: made.map((one) => ({ ...one, made_at: isoInstant(one.made_at) })),
    };
  },
});

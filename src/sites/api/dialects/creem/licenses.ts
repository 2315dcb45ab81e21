import type { Static } from 'typebox';
import { Refusal, refuseParameter } from '../../../../platform/core/errors.ts';
import { Type } from '../../../../platform/core/schema.ts';
import { MINUTE_MS } from '../../../../platform/core/time.ts';
import { activateLicense } from '../../../../shop/licenses/activate-license.ts';
import { deactivateLicense } from '../../../../shop/licenses/deactivate-license.ts';
import { getLicense } from '../../../../shop/licenses/get-license.ts';
import type { Instance } from '../../../../shop/licenses/license.rules.ts';
import { validateLicense } from '../../../../shop/licenses/validate-license.ts';
import { instanceEntity, licenseEntity } from './entities.rules.ts';
import { pageIn, pageParameters } from './paging.ts';
import { type Routes, route } from './route.ts';

type InstanceRecord = Static<typeof Instance>;

/** So soon after an activation, the same name is the same machine, which asks again. */
const REPEATED_WITHIN_MS = MINUTE_MS;

const names = { license_key: 'key' };
const OneMachine = Type.Object({ key: Type.String(), instance_id: Type.String() });

// Keys of scope `license` may call these three: they ask for nothing else.
export const licenseRoutes: Routes = {
  'POST /licenses/activate': route({
    names,
    input: Type.Object({ key: Type.String(), instance_name: Type.String() }),
    async serve({ key: license_key, instance_name }, { ask, mode, now, idempotency_key }) {
      const known = await ask(validateLicense, { license_key });
      const again = known.license.instances.find(
        (one) =>
          one.instance_name === instance_name &&
          now - Date.parse(one.activated_at) < REPEATED_WITHIN_MS,
      );
      const { activation_limit, activation_usage } = known.license;
      // Of more machines than the limit allows by now, some have no place.
      const has_places = activation_limit === null || activation_usage <= activation_limit;
      if (again && known.valid && has_places) return licenseEntity(known.license, mode, again);
      const requested = { license_key, instance_name };
      const { license, instance } = await ask(activateLicense, requested, idempotency_key);
      return licenseEntity(license, mode, instance);
    },
  }),

  'POST /licenses/validate': route({
    names,
    input: OneMachine,
    async serve({ key: license_key, instance_id }, { ask, mode }) {
      const { code, license, instance } = await ask(validateLicense, { license_key, instance_id });
      if (instance === null) throw new Refusal('instance_not_found');
      // Its status would say that it may be used, but not on this machine.
      if (code === 'over_limit')
        throw refuseParameter('instance_id', 'has no place in this license any more');
      return licenseEntity(license, mode, instance);
    },
  }),

  'POST /licenses/deactivate': route({
    names,
    input: OneMachine,
    async serve({ key: license_key, instance_id }, { ask, mode, idempotency_key }) {
      const one = { license_key, instance_id };
      const { instance } = await ask(validateLicense, one);
      const { license } = await ask(deactivateLicense, one, idempotency_key);
      return {
        ...licenseEntity(license, mode),
        instance: instance && { ...instanceEntity(instance, mode), status: 'deactivated' },
      };
    },
  }),

  'GET /licenses/{id}/instances': route({
    input: Type.Object(pageParameters(10)),
    async serve(paging, { ask, id, mode }) {
      const { instances, ended_instances } = await ask(getLicense, { license_id: id });
      const all: [InstanceRecord, string][] = [
        ...instances.map((one): [InstanceRecord, string] => [one, 'active']),
        ...ended_instances.map((one): [InstanceRecord, string] => [one, 'deactivated']),
      ];
      return pageIn(paging, all, ([one, status]) => ({ ...instanceEntity(one, mode), status }));
    },
  }),
};

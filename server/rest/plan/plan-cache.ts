import type { Plan, Planner, RestRequest } from './plan.ts';
import type { Schema } from '../schema/schema-cache.ts';

const MAX_PLANS = 1_000;
const MAX_KEY_LENGTH = 1_000;

/** A page sends the same reads every time, so each is planned once, until the schema changes. */
export function createPlanCache() {
  let plans = new Map<string, Plan>();
  let plannedFor: Schema | null = null;

  return (request: RestRequest, schema: Schema, planner: Planner): Plan => {
    if (request.method !== 'GET') return planner(request, schema);
    if (plannedFor !== schema) {
      plans = new Map();
      plannedFor = schema;
    }
    const key = keyOf(request);
    const known = plans.get(key);
    if (known) return known;
    const plan = planner(request, schema);
    if (plans.size >= MAX_PLANS) plans.delete(plans.keys().next().value!);
    if (key.length <= MAX_KEY_LENGTH) plans.set(key, plan);
    return plan;
  };
}

/** Everything a plan depends on other than the schema. No part of it can contain a line break. */
const keyOf = ({ role, url, accept, prefer, range }: RestRequest) =>
  `${role}\n${url}\n${accept}\n${prefer}\n${range}`;

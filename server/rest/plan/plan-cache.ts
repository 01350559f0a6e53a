import type { Plan, Planner, RestRequest } from './plan.ts';
import type { Schema } from '../schema/schema-cache.ts';

const MAX_PLANS = 1_000;
const LONGEST_KEY = 1_000;

/** A page reads with the same words every time: what they mean is worked out once, for as long as the schema stands. */
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
    if (key.length <= LONGEST_KEY) plans.set(key, plan);
    return plan;
  };
}

/** All that a plan depends on beside the schema; no part of it can hold a line's end. */
const keyOf = ({ role, url, accept, prefer, range }: RestRequest) =>
  `${role}\n${url}\n${accept}\n${prefer}\n${range}`;

import { expect, test } from 'vitest';
import { makeClinic, withCluster } from '../clinic.ts';
import { FREQUENT_REQUESTS } from '../requests.ts';
import { recordStatements } from './record.ts';

test('the most frequent requests’ statements are recorded, so a bare server can run the same ones', () =>
  withCluster(async (url) => {
    const recorded = await recordStatements(await makeClinic(url, 50), FREQUENT_REQUESTS);
    expect(recorded).toHaveLength(FREQUENT_REQUESTS.length);
    for (const statements of recorded) expect(statements).not.toEqual([]);
  }));

import { prepareData } from '../../server/testing/prepare-data.ts';

/**
 * Builds the portal, and makes the clinic that every story starts with a copy of, including the demo’s
 * people.
 */
export default (): Promise<() => Promise<void>> => prepareData({});

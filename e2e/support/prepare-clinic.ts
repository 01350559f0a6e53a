import { prepareData } from '../../server/testing/prepare-data.ts';

/**
 * Builds the portal, and makes the clinic of which every one of the stories starts with a copy, the demo’s
 * people included.
 */
export default (): Promise<() => Promise<void>> => prepareData({});

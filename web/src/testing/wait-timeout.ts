import { configure } from '@testing-library/react';

/** A busy machine takes longer than a second to bring what a page loads late. */
configure({ asyncUtilTimeout: 5_000 });

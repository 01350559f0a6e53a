import { configure } from '@testing-library/react';

/** For what never comes, not for a busy machine, which takes seconds to bring what a page loads late. */
configure({ asyncUtilTimeout: 20_000 });

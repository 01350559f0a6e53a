import { completeSecrets } from '../auth/keys.ts';
import { runCommand } from './run-command.ts';

runCommand({
  usage: `Prints a fresh set of secrets for production, in the form of an environment file:
  npm run --silent keys > /etc/bea-portal.env`,
  run: async () => {
    const { jwtSecret, anonKey, serviceRoleKey } = await completeSecrets({});
    console.log(
      `JWT_SECRET=${jwtSecret}\nSUPABASE_ANON_KEY=${anonKey}\nSUPABASE_SERVICE_ROLE_KEY=${serviceRoleKey}`,
    );
    return true;
  },
});

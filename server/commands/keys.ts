import { completeSecrets } from '../auth/keys.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';

runCommand({
  usage: `Prints a fresh set of secrets for production, in the form of an environment file:
  npm run --silent keys > /etc/bea-portal.env`,
  run: async () => {
    const { jwtSecret, anonKey, serviceRoleKey } = await completeSecrets({});
    print(
      `JWT_SECRET=${jwtSecret}`,
      `SUPABASE_ANON_KEY=${anonKey}`,
      `SUPABASE_SERVICE_ROLE_KEY=${serviceRoleKey}`,
    );
    return true;
  },
});

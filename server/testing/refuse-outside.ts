import { Socket } from 'node:net';

type Target = { host?: string; path?: string } | undefined;

/**
 * For machines where a single process can't be cut off the network: every connection to the outside fails.
 */

Socket.prototype.connect = new Proxy(Reflect.get(Socket.prototype, 'connect'), {
  apply(connect, socket, args: unknown[]) {
    const [first] = (Array.isArray(args[0]) ? args[0] : args) as [Target];
    const host = first?.host ?? 'localhost';
    const inside = first?.path !== undefined || /^(localhost|127\.|::1$)/.test(host);
    if (!inside) throw new Error(`a connection to ${host} would leave the machine`);
    return Reflect.apply(connect, socket, args);
  },
});

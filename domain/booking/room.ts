/** A room is an id; whatever else stands in the address of a call must be a host's link. */
export const isRoom = (token: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token);

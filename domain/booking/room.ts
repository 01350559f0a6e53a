/** A room is an id; anything else in a call's URL must be a host's link. */
export const isRoom = (token: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token);

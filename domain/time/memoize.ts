/** The same function, computed once per key. At `limit` keys the cache is cleared, so it cannot grow. */
export function memoize<Key, Value>(limit: number, workOut: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const held = known.get(key);
    if (held !== undefined) return held;
    const value = workOut(key);
    if (known.size >= limit) known.clear();
    known.set(key, value);
    return value;
  };
}

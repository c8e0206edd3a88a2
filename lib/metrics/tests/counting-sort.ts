/** Numbers `places` (all of `keys` where not given) by ascending key; equal keys stay in the order they had. */
export function orderByKey(keys: Int32Array, keyCount: number, places?: Int32Array): Int32Array {
  const size = places ? places.length : keys.length;
  const next = new Int32Array(keyCount + 1);
  for (let i = 0; i < size; i += 1) {
    const key = (keys[places ? (places[i] as number) : i] as number) + 1;
    next[key] = (next[key] as number) + 1;
  }
  for (let key = 1; key <= keyCount; key += 1) next[key] = (next[key] as number) + (next[key - 1] as number);
  const ordered = new Int32Array(size);
  for (let i = 0; i < size; i += 1) {
    const place = places ? (places[i] as number) : i;
    const key = keys[place] as number;
    const at = next[key] as number;
    ordered[at] = place;
    next[key] = at + 1;
  }
  return ordered;
}

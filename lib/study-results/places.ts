/** The place of each chosen index among the chosen ones. */
export function placesOf(chosen: Int32Array, count: number): Int32Array {
  const places = new Int32Array(count).fill(-1);
  chosen.forEach((index, place) => {
    places[index] = place;
  });
  return places;
}

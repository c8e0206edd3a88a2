/** How often guessing among the options is right, by track; a track whose cases have none is left out. */
export const listGuessing = (
  tracks: readonly { name: string; options: Readonly<Record<string, number>> }[],
): ReadonlyMap<string, number> =>
  new Map(
    tracks.flatMap(({ name, options }): [string, number][] => {
      const counts = Object.entries(options).filter(([count]) => Number(count) > 0);
      const cases = counts.reduce((sum, [, there]) => sum + there, 0);
      const right = counts.reduce((sum, [count, there]) => sum + there / Number(count), 0);
      return cases > 0 ? [[name, right / cases]] : [];
    }),
  );

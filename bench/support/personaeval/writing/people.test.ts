import { expect, test } from "vitest";
import { makeNames, trapNames } from "#bench/support/personaeval/writing/people.ts";
import { randomFrom } from "#bench/support/personaeval/writing/random.ts";

test.each(["en", "zh"] as const)(
  "names in %s differ within a case, none is empty, some are traps",
  (language) => {
    const random = randomFrom("people", language);
    const all = Array.from({ length: 20_000 }, () => makeNames(random, language, 4));
    expect(
      all.filter((names) => new Set(names).size < 4 || names.some((name) => name.trim() === "")),
    ).toEqual([]);
    const used = new Set(all.flat());
    for (const name of trapNames) expect(used).toContain(name);
  },
);

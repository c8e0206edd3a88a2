import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const imports = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"#([^"]+)"/gm;
const readImports = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(imports)].map(([, name = ""]) => name);

const files = globSync("{app,components,lib}/**/*.{ts,tsx}").filter(
  (file) => !/\.test\.ts$|\/testing\/|^lib\/generated\//.test(file),
);
const isMetric = (file: string) => file.startsWith("lib/metrics/");

/** Every file of lib/metrics that a screen, a file or the API computes with. */
function findUsed(): Set<string> {
  const used = new Set(
    files
      .filter((file) => !isMetric(file))
      .flatMap(readImports)
      .filter(isMetric),
  );
  for (const file of used) for (const next of readImports(file)) used.add(next);
  return used;
}

/** What only `npm run oracle` computes, and what it waits for. Whoever puts one on a screen takes it from here. */
const waiting = {
  "agreement/gwet-ac1": "kind label, in which one category is frequent",
  "calibration/auc": "kind label, with scores",
  "scores/run-statistics": "what the reference code prints of its own files, beside what we count",
  "tests/clopper-pearson": "the exact interval, for who compares it with Wilson’s",
  "tests/paired-permutation": "differences over groups alone, of raters who are taken as fixed",
  "tests/sign-test": "kind rating: pairs",
  "tests/two-proportions": "studies published as counts alone",
};

test("what isn't on a screen is known, and for what it waits", () => {
  const used = findUsed();
  const unused = files.filter((file) => isMetric(file) && !file.includes("/oracle/") && !used.has(file));
  expect(unused.map((file) => file.slice("lib/metrics/".length, -".ts".length)).sort()).toEqual(
    Object.keys(waiting).sort(),
  );
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readGuide } from "#bench/support/first-figure/guide.ts";
import { steps } from "#bench/support/first-figure/steps.ts";
import { t } from "#e2e/support/words.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { projectRoot } from "#scripts/project.ts";

const guide = readGuide(readFileSync(path.join(projectRoot, "docs/run-a-study.md"), "utf8"));

test("the bench knows every step of the guide, in its order, and no other", () => {
  expect(guide.map(({ heading }) => heading)).toEqual(Object.keys(steps));
});

const textsOf = (messages: object): string[] =>
  Object.values(messages).flatMap((one: object | string) => (typeof one === "string" ? one : textsOf(one)));

test("every name that the guide gives stands on a screen", () => {
  const filled = [
    t("enter.submit", { name: "…" }),
    ...[3, 6].map((count) => t("imports.form.check", { count })),
    t("charts.picture", { format: "SVG", mm: 86 }),
  ];
  const words = new Set([...textsOf(en), ...filled]);
  expect(guide.flatMap(({ names }) => names).filter((name) => !words.has(name))).toEqual([]);
});

test("it uses every name that a step gives for the browser, and the guide gives every name it uses", () => {
  const folder = path.join(projectRoot, "bench/support/first-figure");
  const code = ["bring-files", "make-study", "steps", "take-figure", "take-part"]
    .map((file) => readFileSync(path.join(folder, `${file}.ts`), "utf8"))
    .join("\n");
  const used = code.matchAll(/guide\.(?:press|fill|choose|upload|download)\(([^;]*?)\)/g);
  const names = [...used].flatMap(([, given = ""]) =>
    [...given.matchAll(/"([^"]+)"/g)].map(([, name]) => name),
  );
  const told = new Set(guide.flatMap((step) => step.names));
  expect(told.size).toBeGreaterThan(20);
  expect([...told].filter((name) => !names.includes(name))).toEqual([]);
});

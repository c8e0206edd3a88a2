import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { t, zhT } from "#e2e/support/words.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import { projectRoot } from "#scripts/project.ts";

const guides = [
  { file: "docs/run-a-study.md", byBrowser: "**In the browser**", messages: en, t },
  { file: "docs/zh/run-a-study.md", byBrowser: "**在浏览器中**", messages: zh, t: zhT },
];

/** Controls that a numbered step of the guide names for the browser: in bold, several with arrows between them. */
function listNames(guide: string, byBrowser: string): string[] {
  const steps = guide.split(/^### (?=\d+\. )/m).slice(1);
  const paragraphs = steps.flatMap((step) => step.split(/^##+ /m, 1)[0]?.split(/\n\s*\n/) ?? []);
  return paragraphs
    .filter((paragraph) => paragraph.startsWith(byBrowser))
    .flatMap((paragraph) => [...paragraph.slice(byBrowser.length).matchAll(/\*\*([^*]+)\*\*/g)])
    .flatMap(([, names = ""]) => names.split(" → "))
    .map((name) => name.replace(/\s+/g, " "));
}

const textsOf = (messages: object): string[] =>
  Object.values(messages).flatMap((one: object | string) => (typeof one === "string" ? one : textsOf(one)));

test.each(guides)("every control that $file names stands on a screen", ({ file, byBrowser, messages, t }) => {
  const filled = [
    t("enter.submit", { name: "…" }),
    ...[3, 6].map((count) => t("imports.form.check", { count })),
  ];
  const words = new Set(textsOf(messages).concat(filled));
  const names = listNames(readFileSync(path.join(projectRoot, file), "utf8"), byBrowser);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});

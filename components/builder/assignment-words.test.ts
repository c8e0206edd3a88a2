import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };

const english = createTranslator({ locale: "en", messages: en, namespace: "builderPlan.assignment.about" });
const chinese = createTranslator({
  locale: "zh-CN",
  messages: zh as typeof en,
  namespace: "builderPlan.assignment.about",
});
const points = ["same", "own", "blocks", "arms", "order", "places"] as const;

test("where no answer is right, the step about assignment speaks of no accuracy, and of no paper’s design", () => {
  const said = points.flatMap((point) => [
    english(point, { right: "false" }),
    chinese(point, { right: "false" }),
  ]);
  expect(said.join(" ")).not.toMatch(/accura|paper|准确率|论文/i);
  expect(english("own", { right: "true" })).toContain("people’s accuracy");
});

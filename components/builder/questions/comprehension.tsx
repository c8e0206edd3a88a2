"use client";

import { useTranslations } from "next-intl";
import { ComprehensionItem } from "#components/builder/questions/comprehension-item.tsx";
import { useListFocus } from "#components/builder/questions/list.ts";
import type { StepTools } from "#components/builder/step-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { mostComprehension, type ComprehensionQuestion } from "#lib/studies/comprehension-schema.ts";
import type { Questions } from "#lib/studies/schema.ts";

const fresh: ComprehensionQuestion = { key: "", label: { en: "", "zh-CN": "" }, options: [], right: "" };

/** What is asked after the instructions, to see whether they were understood. */
export function QuestionsComprehension({ value, set, errorOf }: StepTools<Questions>) {
  const t = useTranslations("builderWords.comprehension");
  const { list, adding, focusNext } = useListFocus();
  const questions = value.comprehension ?? [];
  const change = (run: (before: readonly ComprehensionQuestion[]) => ComprehensionQuestion[]) =>
    set(({ comprehension = [] }) => ({ comprehension: run(comprehension) }));
  return (
    <section className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-xl font-semibold">{t("title")}</h2>
        <p className="text-ink-muted">{t("intro")}</p>
      </header>
      {questions.length > 0 && (
        <ol ref={list} role="list" className="grid gap-6">
          {questions.map((question, index) => (
            <li key={index} data-item={index}>
              <ComprehensionItem
                place={index + 1}
                value={question}
                errorOf={(path) => errorOf(`comprehension.${index}.${path}`)}
                onChange={(given) =>
                  change((before) => before.map((one, i) => (i === index ? { ...one, ...given } : one)))
                }
                onRemove={() => {
                  change((before) => before.filter((_, i) => i !== index));
                  focusNext(Math.min(index, questions.length - 2), "key");
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {questions.length < mostComprehension && (
        <div>
          <Button
            ref={adding}
            onClick={() => {
              change((before) => [...before, fresh]);
              focusNext(questions.length, "key");
            }}
          >
            {t("add")}
          </Button>
        </div>
      )}
    </section>
  );
}

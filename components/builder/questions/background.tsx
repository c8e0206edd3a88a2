"use client";

import { useTranslations } from "next-intl";
import { QuestionsItem } from "#components/builder/questions/item.tsx";
import { moveItem, useListFocus } from "#components/builder/questions/list.ts";
import { Button } from "#components/ui/button.tsx";
import type { BackgroundQuestion } from "#lib/studies/schema.ts";

type Questions = readonly BackgroundQuestion[];
type Props = {
  value: Questions;
  onChange: (change: (before: Questions) => BackgroundQuestion[]) => void;
  errorOf: (path: string) => string | undefined;
};

const most = 20;
const fresh: BackgroundQuestion = {
  key: "",
  kind: "choice",
  label: { en: "", "zh-CN": "" },
  options: [],
  need: "optional",
};

/** What is asked once about the person: added, put in order and removed, with the focus following along. */
export function QuestionsBackground({ value, onChange, errorOf }: Props) {
  const t = useTranslations("builderWords.background");
  const { list, adding, focusNext } = useListFocus();
  return (
    <section className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-xl font-semibold">{t("title")}</h2>
        <p className="text-ink-muted">{t("intro")}</p>
      </header>
      {value.length > 0 && (
        <ol ref={list} role="list" className="grid gap-6">
          {value.map((question, index) => (
            <li key={index} data-item={index}>
              <QuestionsItem
                place={index + 1}
                of={value.length}
                value={question}
                errorOf={(path) => errorOf(`${index}.${path}`)}
                onChange={(change) =>
                  onChange((before) => before.map((one, i) => (i === index ? { ...one, ...change } : one)))
                }
                onMove={(by) => {
                  onChange((before) => moveItem(before, index, by));
                  focusNext(index + by, by < 0 ? "up" : "down");
                }}
                onRemove={() => {
                  onChange((before) => before.filter((_, i) => i !== index));
                  focusNext(Math.min(index, value.length - 2), "remove");
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {value.length === 0 && <p className="text-ink-muted">{t("none")}</p>}
      {value.length < most && (
        <div>
          <Button
            ref={adding}
            onClick={() => {
              onChange((before) => [...before, fresh]);
              focusNext(value.length, "key");
            }}
          >
            {t("add")}
          </Button>
        </div>
      )}
    </section>
  );
}

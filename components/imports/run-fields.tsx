"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { Run, RunGroup } from "#components/imports/file-groups.ts";
import { RowInput } from "#components/imports/row-controls.tsx";
import type { Suggestions } from "#components/imports/suggestion-lists.tsx";

type Props = {
  run: RunGroup;
  /** Whether the lines of its files may name the model themselves. */
  mayBeUnnamed: boolean;
  isMissing: boolean;
  lists: Suggestions;
  onRun: (part: Partial<Run>) => void;
};

/** Which model made the files of a group, how, and when: once for all of them. */
export function RunFields({ run, mayBeUnnamed, isMissing, lists, onRun }: Props) {
  const t = useTranslations("imports.fields");
  const id = useId();
  const errorId = isMissing ? `${id}-error` : null;
  const text = (name: keyof Run) => ({
    label: t(name),
    value: run[name],
    onText: (value: string) => onRun({ [name]: value }),
  });
  return (
    <div className="grid min-w-0 grow basis-[min(36rem,100%)] gap-1">
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <Labelled words={t("model")} look="grow-2 basis-44">
          <RowInput
            {...text("model")}
            {...{ errorId }}
            placeholder={mayBeUnnamed ? t("modelInLines") : ""}
            list={lists.models}
            maxLength={200}
          />
        </Labelled>
        <Labelled words={t("method")} look="grow basis-32">
          <RowInput {...text("method")} list={lists.methods} maxLength={100} />
        </Labelled>
        <Labelled words={t("version")} look="grow basis-32">
          <RowInput {...text("version")} maxLength={200} />
        </Labelled>
        <Labelled words={t("ranAt")} look="basis-48">
          <RowInput {...text("ranAt")} type="date" />
        </Labelled>
      </div>
      {errorId && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {t("modelMissing")}
        </p>
      )}
    </div>
  );
}

function Labelled({ words, look, children }: { words: string; look: string; children: ReactNode }) {
  return (
    <span className={`flex items-center gap-2 ${look}`}>
      <span aria-hidden className="shrink-0 text-sm text-ink-muted">
        {words}
      </span>
      {children}
    </span>
  );
}

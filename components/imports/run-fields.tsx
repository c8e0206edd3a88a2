"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { Run, RunGroup } from "#components/imports/file-groups.ts";
import { RowInput } from "#components/imports/row-controls.tsx";
import { maxReplicate } from "#lib/model-runs/schema.ts";
import type { Suggestions } from "#components/imports/suggestion-lists.tsx";

/** Columns of the runs and their heads: the key that unfolds, what is said of a run, its files. */
export const runColumns =
  "md:grid md:grid-cols-[1.75rem_minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1fr)_5.5rem_9.5rem_minmax(0,1.4fr)] md:gap-x-3";

const fields = ["model", "method", "version", "replicate", "ranAt"] as const;

/** Once above all runs. */
export function RunHeads() {
  const t = useTranslations("imports.fields");
  return (
    <div
      aria-hidden
      className={clsx(
        "hidden min-h-8 items-center rounded-t-lg bg-sunken px-2 text-sm font-semibold",
        runColumns,
      )}
    >
      <span />
      {fields.map((name) => (
        <span key={name} className="px-2">
          {t(name)}
        </span>
      ))}
      <span>{t("files")}</span>
    </div>
  );
}

type Props = {
  run: RunGroup;
  /** Whether the lines of its files may name the model themselves. */
  mayBeUnnamed: boolean;
  isMissing: boolean;
  /** Its replicate is no number that a replicate has. */
  isWrong: boolean;
  lists: Suggestions;
  onRun: (part: Partial<Run>) => void;
};

/** Which model made the files of a group, how, and when: once for all of them. */
export function RunFields({ run, mayBeUnnamed, isMissing, isWrong, lists, onRun }: Props) {
  const t = useTranslations("imports.fields");
  const id = useId();
  const errorId = isMissing ? `${id}-error` : null;
  const replicateErrorId = isWrong ? `${id}-replicate-error` : null;
  const text = (name: keyof Run) => ({
    label: t(name),
    value: run[name],
    onText: (value: string) => onRun({ [name]: value }),
  });
  return (
    <>
      <Labelled words={t("model")}>
        <RowInput
          {...text("model")}
          errorId={errorId}
          placeholder={mayBeUnnamed ? t("modelInLines") : ""}
          list={lists.models}
          maxLength={200}
        />
      </Labelled>
      <Labelled words={t("method")}>
        <RowInput {...text("method")} list={lists.methods} maxLength={100} />
      </Labelled>
      <Labelled words={t("version")}>
        <RowInput {...text("version")} maxLength={200} />
      </Labelled>
      <Labelled words={t("replicate")}>
        <RowInput {...text("replicate")} errorId={replicateErrorId} inputMode="numeric" maxLength={5} />
      </Labelled>
      <Labelled words={t("ranAt")}>
        <RowInput {...text("ranAt")} type="date" />
      </Labelled>
      {errorId && (
        <p id={errorId} className="order-last text-sm font-medium text-danger md:col-span-5 md:col-start-2">
          {t("modelMissing")}
        </p>
      )}
      {replicateErrorId && (
        <p
          id={replicateErrorId}
          className="order-last text-sm font-medium text-danger md:col-span-5 md:col-start-2"
        >
          {t("replicateWrong", { most: maxReplicate })}
        </p>
      )}
    </>
  );
}

const Labelled = ({ words, children }: { words: string; children: ReactNode }) => (
  <span className="flex min-w-0 items-center gap-2">
    <span aria-hidden className="w-20 shrink-0 text-sm text-ink-muted md:hidden">
      {words}
    </span>
    {children}
  </span>
);

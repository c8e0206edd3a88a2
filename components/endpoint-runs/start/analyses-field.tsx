"use client";

import { useTranslations } from "next-intl";
import { useId, useState, type ChangeEvent } from "react";
import type { ErrorOf } from "#components/endpoint-runs/start/use-field-error.ts";
import { controlClass } from "#components/ui/fields/field.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { longestAnalysis, maxAnalyses } from "#lib/endpoint-runs/setting-limits.ts";

const example = '{"case": "…", "analysis": "…"}';

/** What somebody wrote of cases, a line each: from a file, or typed. */
export function AnalysesField({ errorOf }: { errorOf: ErrorOf }) {
  const t = useTranslations("endpointRuns.new.settings.shots");
  const problems = useTranslations("endpointRuns.fieldErrors");
  const id = useId();
  const [text, setText] = useState("");
  const [isTooLong, setTooLong] = useState(false);
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    setTooLong(file.size > maxAnalyses);
    setText(file.size > maxAnalyses ? "" : await file.text());
  }
  return (
    <div className="col-span-full grid gap-3">
      <TextAreaField
        name="analyses"
        label={t("analyses")}
        hint={t("analysesHint", { example, most: longestAnalysis })}
        error={isTooLong ? problems("analyses_long") : errorOf("analyses")}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setTooLong(false);
        }}
        rows={6}
        className="font-mono text-sm"
        spellCheck={false}
        dir="auto"
      />
      <div className="grid max-w-md gap-1.5">
        <label htmlFor={id} className="font-medium">
          {t("analysesFile")}
        </label>
        <input
          id={id}
          type="file"
          accept=".jsonl,.ndjson,.json,application/x-ndjson,application/json,text/plain"
          onChange={(event) => void read(event)}
          className={controlClass}
        />
      </div>
    </div>
  );
}

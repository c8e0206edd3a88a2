"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, useId, useState, useTransition } from "react";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { designPath } from "#lib/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { controlClass, FieldHint } from "#components/ui/fields/field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
import type { Failure } from "#lib/result.ts";
import { makeStudyFrom } from "#lib/studies/actions.ts";

const mostBytes = 900_000;

/** A study.json, as the command line takes it. */
export function NewStudyFile() {
  const t = useTranslations("builder.create.file");
  const { errorWords } = useBuilderWords();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const [isBusy, start] = useTransition();
  const isAtWork = useIsAtWork();

  function choose(event: ChangeEvent<HTMLInputElement>) {
    setFile(event.target.files?.[0] ?? null);
    setRefused(null);
  }
  function send() {
    if (!file || isBusy) return;
    start(async () => {
      const made = await make(file);
      if (made?.ok) window.location.assign(designPath(made.value.slug, "check"));
      else setRefused(made ?? { ok: false, error: "not_reached" });
    });
  }

  return (
    <section aria-labelledby="from-file" className="grid gap-4 border-t border-line pt-8">
      <h2 id="from-file" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <FormMessage>
        {refused ? (
          refused.fields ? (
            <FileProblems problems={refused.fields} />
          ) : (
            errorWords(refused.error)
          )
        ) : null}
      </FormMessage>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium">
          {t("label")}
        </label>
        <FieldHint id={id}>{t("hint")}</FieldHint>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          disabled={!isAtWork}
          aria-describedby={`${id}-hint`}
          onChange={choose}
          className={controlClass}
        />
      </div>
      <div>
        <Button onClick={send} busy={isBusy} disabled={!file}>
          {t("submit")}
        </Button>
      </div>
    </section>
  );
}

async function make(file: File) {
  if (file.size > mostBytes) return { ok: false, error: "file_too_long" } as const;
  const form = new FormData();
  try {
    form.set("file", await file.text());
    return await makeStudyFrom(null, form);
  } catch {
    return null;
  }
}

function FileProblems({ problems }: { problems: Readonly<Record<string, string>> }) {
  const t = useTranslations("builder.create.file");
  const { fieldWords } = useBuilderWords();
  const found = Object.entries(problems);
  return (
    <div className="grid gap-3">
      <p>{t("problems", { count: found.length })}</p>
      <LiveTable
        caption={t("problemsCaption")}
        columns={[
          { key: "place", label: t("place") },
          { key: "problem", label: t("problem") },
        ]}
        rows={found.map(([place, code]) => ({
          id: place,
          cells: {
            place: <code className="font-mono text-sm">{place || t("wholeFile")}</code>,
            problem: fieldWords(code),
          },
        }))}
      />
    </div>
  );
}

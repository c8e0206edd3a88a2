"use client";

import { useTranslations } from "next-intl";
import { useId, useState, useTransition } from "react";
import { sendFile } from "#components/imports/use-files.ts";
import { JobProgress } from "#components/jobs/job-progress.tsx";
import { Button } from "#components/ui/button.tsx";
import { controlClass, FieldHint } from "#components/ui/fields/field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
import { Table } from "#components/ui/table/table.tsx";
import { storeReviewFilter } from "#lib/imports/actions.ts";
import type { JobView } from "#lib/jobs/schema.ts";
import type { FilterResult } from "#lib/reviews/filter/schema.ts";

type UploadFailure = { error: string; message?: string | null };

/** A file of what models say of the items. It is checked whole before anything of it is stored. */
export function FilterForm({ slug, uploads }: { slug: string; uploads: string }) {
  const t = useTranslations("reviews");
  const [file, setFile] = useState<File | null>(null);
  const [filesSent, countSent] = useState(0);
  const [refused, setRefused] = useState<UploadFailure | null>(null);
  const [job, setJob] = useState<JobView | null>(null);
  const id = useId();
  const isAtWork = useIsAtWork();
  const problem = `errors.${refused?.error}` as "errors.unknown";
  const [isBusy, start] = useTransition();

  function choose(chosen: File | undefined): void {
    setFile(chosen ?? null);
    setRefused(null);
    setJob(null);
  }
  function send(): void {
    if (!file || isBusy) return;
    choose(file);
    start(async () => {
      const stored = await store(slug, uploads, file);
      if (!stored.ok) return setRefused(stored);
      setFile(null);
      countSent((before) => before + 1);
      setJob(stored.value);
    });
  }

  return (
    <div className="grid gap-3">
      <FormMessage>
        {refused && (refused.message ?? t(t.has(problem) ? problem : "errors.unknown"))}
      </FormMessage>
      {job && (
        <JobProgress key={job.id} initial={job} mode="store">
          {(done) => <FilterOutcome job={done} />}
        </JobProgress>
      )}
      <div className="grid max-w-2xl gap-1.5">
        <label htmlFor={id} className="font-medium">
          {t("filter.file")}
        </label>
        <FieldHint id={id}>{t("filter.hint")}</FieldHint>
        <input
          key={filesSent}
          id={id}
          type="file"
          accept=".jsonl,.ndjson,application/jsonl"
          disabled={!isAtWork}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => choose(target.files?.[0])}
          className={controlClass}
        />
      </div>
      <div>
        <Button onClick={send} busy={isBusy} disabled={!file}>
          {t("filter.submit")}
        </Button>
      </div>
    </div>
  );
}

function FilterOutcome({ job: { id, result } }: { job: JobView }) {
  const t = useTranslations("reviews.filter");
  const { filters, problems, problemCount } = result as FilterResult;
  if (problemCount > 0)
    return <FilterProblems problems={problems} count={problemCount} download={`/api/jobs/${id}/problems`} />;
  return (
    <ul role="list">
      {filters.map(({ model, items, isNewer }) => (
        <li key={model}>
          {t("done", { model, items })} {isNewer && t("newer")}
        </li>
      ))}
    </ul>
  );
}

async function store(slug: string, address: string, file: File) {
  const { signal } = new AbortController();
  const sent = await sendFile({ address, file, name: file.name, signal, onSent: () => undefined });
  if (!sent.ok) return { ...sent, error: sent.error === "cut_off" ? "not_reached" : sent.error };
  const form = new FormData();
  form.set("slug", slug);
  form.set("uploadId", sent.upload.id);
  return storeReviewFilter(null, form).catch(() => ({ ok: false, error: "not_reached" }) as const);
}

type Props = Pick<FilterResult, "problems"> & {
  count: number;
  /** Where all of them can be had. */
  download: string;
};

/** What is wrong with a file, by line and column. */
function FilterProblems({ problems, count, download }: Props) {
  const t = useTranslations("reviews.filter");
  const words = useTranslations("imports.problems");
  return (
    <div role="alert" className="grid gap-3">
      <p className="font-semibold">{t("refused")}</p>
      {count > problems.length && (
        <p className="text-ink-muted">
          {words("first", { shown: problems.length })}{" "}
          <a href={download} download className="text-accent underline">
            {words("download")}
          </a>
        </p>
      )}
      <Table
        caption={words("title", { count })}
        isTight
        columns={[
          { key: "line", label: words("columns.line"), numeric: true },
          { key: "column", label: words("columns.column") },
          { key: "problem", label: words("columns.problem") },
          { key: "found", label: words("columns.found") },
        ]}
        rows={problems.map(({ line, column, problem, found }, i) => ({
          id: String(i),
          cells: {
            line: line ?? "–",
            column: column ?? "–",
            problem: <span className="text-sm wrap-anywhere">{problem}</span>,
            found: found === "" ? "–" : { text: found, isCode: true },
          },
        }))}
      />
    </div>
  );
}

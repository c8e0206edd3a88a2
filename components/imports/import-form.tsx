"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState, useTransition } from "react";
import { jobPath, uploadsAddress } from "#lib/paths.ts";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { DropZone } from "#components/imports/drop-zone.tsx";
import { FileCard, type Suggestions } from "#components/imports/file-card.tsx";
import {
  bytesInWords,
  describeFile,
  type Item,
  missingFields,
  type Purpose,
} from "#components/imports/item.ts";
import type { Uploaded } from "#components/imports/send-file.ts";
import { useFiles } from "#components/imports/use-files.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { requestCaseImport, requestResultImport } from "#lib/imports/actions.ts";
import { succeed } from "#lib/result.ts";

type Props = {
  slug: string;
  /** What was uploaded before and is neither stored nor thrown away. */
  uploads: readonly Uploaded[];
  limitBytes: number;
  suggest: {
    tracks: readonly string[];
    languages: readonly string[];
    models: readonly string[];
    methods: readonly string[];
  };
};

const actions = { cases: requestCaseImport, results: requestResultImport } as const;

export function ImportForm({ slug, uploads, limitBytes, suggest }: Props) {
  const t = useTranslations("imports");
  const router = useRouter();
  const refusalOf = useRefusal();
  const id = useId();
  const files = useFiles(uploadsAddress(slug), uploads, limitBytes);
  const [showErrors, setShowErrors] = useState(false);
  const [refused, setRefused] = useState<ActionState>(null);
  const [pending, startTransition] = useTransition();

  const ready = files.items.filter(({ state }) => state === "ready");
  const isMoving = files.items.some(({ state }) => state === "waiting" || state === "sending");
  const of = (purpose: Purpose) => ready.filter(({ fields }) => fields.purpose === purpose);
  const isMixed = of("cases").length > 0 && of("results").length > 0;
  const incomplete = ready.some((item) => missingFields(item).length > 0);

  async function check(): Promise<void> {
    const requested = await requestChecks(slug, { cases: of("cases"), results: of("results") });
    if (!requested.ok) return setRefused(requested);
    const [first = "", second] = requested.value;
    router.push(jobPath(slug, first) + (second ? `?also=${second}` : ""));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (pending || ready.length === 0) return;
    setShowErrors(true);
    setRefused(null);
    if (incomplete) return;
    startTransition(check);
  }

  const lists = listIds(id);
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <DropZone limit={bytesInWords(limitBytes)} onFiles={files.add} />
      <SuggestionLists {...{ lists, suggest }} />
      <p role="status" className="text-ink-muted">
        {files.items.length > 0 && t("form.state", { ready: ready.length, all: files.items.length })}
      </p>
      {files.items.length > 0 && (
        <section aria-labelledby={`${id}-files`} className="grid gap-4">
          <h2 id={`${id}-files`} className="text-xl font-semibold">
            {t("form.files")}
          </h2>
          <FileList {...{ files, showErrors, lists }} />
          {isMixed && <Callout title={t("form.mixedTitle")}>{t("form.mixed")}</Callout>}
          <FormMessage>
            {refusalOf(refused) ?? (showErrors && incomplete ? t("form.incomplete") : null)}
          </FormMessage>
          <CheckButton count={ready.length} busy={pending} disabled={ready.length === 0 || isMoving} />
        </section>
      )}
    </form>
  );
}

/** A job for each purpose that has files; what was refused, if anything was. */
async function requestChecks(slug: string, itemsOf: Record<Purpose, readonly Item[]>) {
  const jobs: string[] = [];
  for (const purpose of ["cases", "results"] as const) {
    if (itemsOf[purpose].length === 0) continue;
    const asked = await actions[purpose](null, formOf(slug, itemsOf[purpose]));
    if (!asked.ok) return asked;
    jobs.push(asked.value.jobId);
  }
  return succeed(jobs);
}

function formOf(slug: string, items: readonly Item[]): FormData {
  const form = new FormData();
  form.set("slug", slug);
  form.set("mode", "check");
  form.set("skipBad", "false");
  form.set("files", JSON.stringify(items.map(describeFile)));
  return form;
}

type ListsProps = { lists: Suggestions; suggest: Props["suggest"] };

/** What the fields offer while one types. */
function SuggestionLists({ lists, suggest }: ListsProps) {
  return (Object.keys(lists) as (keyof Suggestions)[]).map((name) => (
    <datalist key={name} id={lists[name]}>
      {suggest[name].map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  ));
}

type CheckProps = { count: number; busy: boolean; disabled: boolean };

function CheckButton({ count, busy, disabled }: CheckProps) {
  const t = useTranslations("imports");
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {busy ? t("form.checking") : t("form.check", { count })}
      </Button>
      <p className="text-sm text-ink-muted">{t("form.storesNothing")}</p>
    </div>
  );
}

const listIds = (id: string): Suggestions => ({
  tracks: `${id}-tracks`,
  languages: `${id}-languages`,
  models: `${id}-models`,
  methods: `${id}-methods`,
});

type FilesProps = { files: ReturnType<typeof useFiles>; showErrors: boolean; lists: Suggestions };

function FileList({ files, showErrors, lists }: FilesProps) {
  return (
    <ul role="list" className="grid gap-4">
      {files.items.map((item) => (
        <FileCard
          key={item.key}
          item={item}
          showErrors={showErrors}
          canRetry={files.canRetry(item)}
          lists={lists}
          onFields={(fields) => files.setFields(item.key, fields)}
          onStop={() => files.stop(item.key)}
          onRetry={() => files.retry(item.key)}
          onRemove={() => void files.remove(item)}
        />
      ))}
    </ul>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState, useTransition } from "react";
import { jobPath, uploadsAddress } from "#lib/paths.ts";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { CheckBar } from "#components/imports/check-bar.tsx";
import { DropZone } from "#components/imports/drop-zone.tsx";
import { describeFiles, isIncomplete } from "#components/imports/file-groups.ts";
import { FileList } from "#components/imports/file-list.tsx";
import { InterviewFiles } from "#components/imports/interviews/interview-files.tsx";
import {
  listMissing,
  emptyDetails,
  type InterviewDetails,
} from "#components/imports/interviews/interview-details.ts";
import { bytesInWords, isReady } from "#components/imports/item.ts";
import { LeftFiles } from "#components/imports/left-files.tsx";
import type { Uploaded } from "#components/imports/send-file.ts";
import { listIds, SuggestionLists, type Suggested } from "#components/imports/suggestion-lists.tsx";
import { discardUpload, useFiles } from "#components/imports/use-files.ts";
import { Callout } from "#components/ui/callout.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { requestCaseImport, requestResultImport } from "#lib/imports/actions.ts";
import { succeed } from "#lib/result.ts";

type Props = {
  slug: string;
  /** What was uploaded before and is neither stored nor thrown away. */
  uploads: readonly Uploaded[];
  limitBytes: number;
  suggest: Suggested;
};

export function ImportForm({ slug, uploads, limitBytes, suggest }: Props) {
  const t = useTranslations("imports.form");
  const address = uploadsAddress(slug);
  const id = useId();
  const visit = useFiles(address, limitBytes);
  const [left, setLeft] = useState(uploads);
  const { items } = visit.files;
  const ready = items.filter(isReady).length;
  const described = describeFiles(visit.files);
  const [details, setDetails] = useState(emptyDetails);
  const untold = Object.values(listMissing(visit.files, details)).some(Boolean);
  const check = useCheck(slug, ready > 0 && (untold || isIncomplete(visit.files)), { ...described, details });
  const lists = listIds(id);
  return (
    <form onSubmit={check.submit} noValidate className="grid gap-4">
      <DropZone isSlim={items.length > 0} limit={bytesInWords(limitBytes)} onFiles={visit.add} />
      <SuggestionLists lists={lists} suggest={suggest} />
      <LeftFiles
        uploads={left}
        onContinue={() => {
          visit.takeUp(left);
          setLeft([]);
        }}
        onDiscard={() => {
          for (const upload of left) void discardUpload(address, upload.id);
          setLeft([]);
        }}
      />
      {items.length > 0 && (
        <section aria-labelledby={`${id}-files`} className="grid gap-3">
          <h2 id={`${id}-files`} className="sr-only">
            {t("files")}
          </h2>
          <FileList visit={visit} limitBytes={limitBytes} lists={lists} showErrors={check.isTried} />
          <InterviewFiles
            visit={visit}
            details={details}
            lists={lists}
            onDetails={(part) => setDetails({ ...details, ...part })}
            showErrors={check.isTried}
          />
          {described.cases.length > 0 && described.results.length > 0 && (
            <Callout title={t("mixedTitle")}>{t("mixed")}</Callout>
          )}
        </section>
      )}
      <CheckBar
        all={items.length}
        ready={ready}
        isMoving={items.some(({ state }) => state === "waiting" || state === "sending")}
        busy={check.pending}
        problem={check.problem}
      />
    </form>
  );
}

type Described = ReturnType<typeof describeFiles> & { details: InterviewDetails };

/** Asks for the checks, once nothing is missing, and leads to the first of them. */
function useCheck(slug: string, incomplete: boolean, described: Described) {
  const t = useTranslations("imports.form");
  const router = useRouter();
  const refusalOf = useRefusal();
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<ActionState>(null);
  const [pending, startTransition] = useTransition();
  const isMixed = described.interviews.length > 0 && described.cases.length + described.results.length > 0;

  async function check(): Promise<void> {
    const requested = await requestChecks(slug, described);
    if (!requested.ok) return setRefused(requested);
    const [first = "", second] = requested.value;
    router.push(jobPath(slug, first) + (second ? `?also=${second}` : ""));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { cases, results, interviews } = described;
    if (pending || cases.length + results.length + interviews.length === 0) return;
    setTried(true);
    setRefused(null);
    if (!incomplete && !isMixed) startTransition(check);
  }

  const twins = refused && !refused.ok && refused.error === "same_bytes" ? refused.fields : null;
  const missing = isTried && incomplete ? t("incomplete") : null;
  const alone = isTried && isMixed ? t("interviewsAlone") : null;
  const problem = twins ? t("sameBytes", { first: "", second: "", ...twins }) : refusalOf(refused);
  return { submit, isTried, pending, problem: problem ?? missing ?? alone };
}

const actions = {
  cases: requestCaseImport,
  interviews: requestCaseImport,
  results: requestResultImport,
} as const;

/** A job for each purpose that has files; what was refused, if anything was. */
async function requestChecks(
  slug: string,
  described: ReturnType<typeof describeFiles> & { details: InterviewDetails },
) {
  const jobs: string[] = [];
  for (const purpose of ["cases", "interviews", "results"] as const) {
    if (described[purpose].length === 0) continue;
    const form = new FormData();
    form.set("slug", slug);
    form.set("mode", "check");
    form.set("skipBad", "false");
    form.set("files", JSON.stringify(described[purpose]));
    if (purpose === "interviews") form.set("interviews", JSON.stringify(described.details));
    const asked = await actions[purpose](null, form);
    if (!asked.ok) return asked;
    jobs.push(asked.value.jobId);
  }
  return succeed(jobs);
}

"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useActionState } from "react";
import { importPath, jobPath } from "#lib/paths.ts";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { discardImport, storeChecked } from "#lib/imports/actions.ts";

type Props = { slug: string; jobId: string; problems: number; canStore: boolean };

/** What to do with files that were checked: store all, store the good rows, or throw them away. */
export function ReportActions({ slug, jobId, problems, canStore }: Props) {
  const t = useTranslations("imports.actions");
  const router = useRouter();
  const notify = useToast();
  const refusalOf = useRefusal();
  const [stored, store] = useActionState<ActionState, FormData>(async (previous, form) => {
    const asked = await storeChecked(previous, form);
    if (asked.ok) router.push(jobPath(slug, asked.value.jobId));
    return asked;
  }, null);
  const [discarded, discard] = useActionState<ActionState, FormData>(async (previous, form) => {
    const gone = await discardImport(previous, form);
    if (gone.ok) {
      notify({ title: t("discarded") });
      router.push(importPath(slug));
    }
    return gone;
  }, null);
  return (
    <div className="grid gap-3">
      <FormMessage>{refusalOf(stored) ?? refusalOf(discarded)}</FormMessage>
      <div className="flex flex-wrap gap-3">
        {canStore && (
          <form action={store}>
            <input type="hidden" name="jobId" value={jobId} />
            <input type="hidden" name="skipBad" value={problems > 0 ? "true" : "false"} />
            <SubmitButton busyLabel={t("storing")}>
              {problems > 0 ? t("storeGood", { count: problems }) : t("store")}
            </SubmitButton>
          </form>
        )}
        <form action={discard}>
          <input type="hidden" name="jobId" value={jobId} />
          <SubmitButton variant="secondary" busyLabel={t("discarding")}>
            {t("discard")}
          </SubmitButton>
        </form>
      </div>
    </div>
  );
}

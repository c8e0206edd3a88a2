"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useActionState } from "react";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { fetchVectors } from "#lib/imports/actions.ts";
import { jobPath } from "#lib/paths.ts";

type Props = { slug: string; jobId: string; isAgain: boolean };

/** Before this nothing has been sent. */
export function AgreeToFetch({ slug, jobId, isAgain }: Props) {
  const t = useTranslations("pools.vectors");
  const refusalOf = useRefusal();
  const router = useRouter();
  const [state, fetching] = useActionState<ActionState, FormData>(async (previous, form) => {
    const asked = await fetchVectors(previous, form);
    if (asked.ok) router.push(jobPath(slug, asked.value.jobId));
    return asked;
  }, null);
  const own = `errors.${state?.ok === false ? state.error : ""}` as "errors.invalid";
  return (
    <form action={fetching} className="grid gap-3">
      <FormMessage>{t.has(own) ? t(own) : refusalOf(state)}</FormMessage>
      <input type="hidden" name="jobId" value={jobId} />
      <SubmitButton busyLabel={t("fetching")}>{t(isAgain ? "again" : "fetch")}</SubmitButton>
    </form>
  );
}

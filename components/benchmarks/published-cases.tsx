"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { declarePublished } from "#lib/benchmarks/actions.ts";
import type { Paper } from "#lib/published/papers.ts";

type Props = {
  slug: string;
  declared: { paper: Paper; isStill: boolean } | null;
  possible: readonly Paper[];
  names: Readonly<Record<Paper, string>>;
};

/** Whether these are the cases of a paper: an admin's word, which holds as long as the cases are the same. */
export function PublishedCases({ slug, declared, possible, names }: Props) {
  const t = useTranslations("benchmarks.published");
  const offered = possible.filter((paper) => !declared?.isStill || paper !== declared.paper);
  if (!declared && offered.length === 0) return null;
  return (
    <section aria-labelledby="published-cases" className="grid gap-4">
      <h2 id="published-cases" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {declared && (
        <>
          {declared.isStill ? (
            <p className="measure">{t("declared", { paper: names[declared.paper] })}</p>
          ) : (
            <Callout tone="warning">{t("changed", { paper: names[declared.paper] })}</Callout>
          )}
          <Word slug={slug} />
        </>
      )}
      {offered.map((paper) => (
        <div key={paper} className="grid gap-3">
          <p className="measure">{t("possible", { paper: names[paper] })}</p>
          <Word slug={slug} paper={paper} name={names[paper]} />
        </div>
      ))}
    </section>
  );
}

type WordProps = { slug: string; paper?: Paper; name?: string };

/** Given, or taken back where it is of no paper. */
function Word({ slug, paper, name = "" }: WordProps) {
  const t = useTranslations("benchmarks.published");
  const notify = useToast();
  const refusalOf = useRefusal();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const done = await declarePublished(previous, form);
    if (done.ok) notify({ title: t(paper ? "saved" : "withdrawn") });
    return done;
  }, null);
  return (
    <ScriptForm action={action} className="grid gap-3">
      <FormMessage>{refusalOf(state)}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="paper" value={paper ?? ""} />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {paper ? t("declare", { paper: name }) : t("withdraw")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { TemplateText, useProblem, useRefused } from "#components/prompt-templates/template-text.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { addVersion } from "#lib/prompt-templates/actions.ts";

type Props = { id: number; newest: { number: number; text: string }; fields: readonly string[] };

export function NextVersion({ id, newest, fields }: Props) {
  const t = useTranslations("promptTemplates");
  const form = useRef<HTMLFormElement>(null);
  const adding = useFormAction(addVersion, {
    errors: "promptTemplates.errors",
    done: ({ number }) => t("saved", { number }),
  });
  const problem = useProblem(adding.fields);
  useRefused(form, adding.state);
  return (
    <ScriptForm ref={form} noValidate action={adding.run} onReset={keepFilledIn} className="grid gap-4">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="after" value={newest.number} />
      <TemplateText fields={fields} first={newest.text} error={problem("text")} />
      <FormMessage>{adding.refusal}</FormMessage>
      <div>
        <SubmitButton busyLabel={t("saving")}>{t("save")}</SubmitButton>
      </div>
    </ScriptForm>
  );
}

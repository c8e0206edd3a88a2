"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { TemplateText, useProblem, useRefused } from "#components/prompt-templates/template-text.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { templatePath } from "#lib/paths.ts";
import { addTemplate } from "#lib/prompt-templates/actions.ts";

type Props = { benchmark: string; fields: readonly string[] };

export function NewTemplate({ benchmark, fields }: Props) {
  const t = useTranslations("promptTemplates");
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const adding = useFormAction(addTemplate, {
    errors: "promptTemplates.errors",
    done: t("saved", { number: 1 }),
    onDone: ({ id }) => router.push(templatePath(benchmark, id)),
  });
  const problem = useProblem(adding.fields);
  useRefused(form, adding.state);
  return (
    <ScriptForm ref={form} noValidate action={adding.run} onReset={keepFilledIn} className="grid gap-6">
      <input type="hidden" name="benchmark" value={benchmark} />
      <div className="max-w-md">
        <TextField name="name" label={t("name")} error={problem("name")} autoComplete="off" />
      </div>
      <TemplateText fields={fields} error={problem("text")} />
      <FormMessage>{adding.refusal}</FormMessage>
      <div>
        <SubmitButton busyLabel={t("saving")}>{t("save")}</SubmitButton>
      </div>
    </ScriptForm>
  );
}

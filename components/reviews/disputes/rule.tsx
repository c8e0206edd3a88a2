"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { ruleInDispute } from "#lib/reviews/checking/actions.ts";

type Props = { slug: string; checkId: string; number: number };

/** A lead's word, which ends a dispute. */
export function Rule(props: Props) {
  const t = useTranslations("reviews.disputes.rule");
  const shell = useTranslations("shell");
  const [isOpen, open] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      title={t("title", { number: props.number })}
      description={t("means")}
      closeLabel={shell("close")}
      trigger={<Button aria-label={t("openOf", { number: props.number })}>{t("open")}</Button>}
    >
      <RuleForm {...props} onDone={() => open(false)} />
    </Dialog>
  );
}

function RuleForm({ slug, checkId, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("reviews.disputes.rule");
  const shell = useTranslations("shell");
  const [stands, choose] = useState("yes");
  const [words, setWords] = useState("");
  const { run, refusal, errorOf } = useFormAction(ruleInDispute, {
    errors: "reviews.errors",
    fieldErrors: "reviews.fieldErrors",
    done: t("done"),
    onDone,
  });
  return (
    <form action={run} className="grid gap-4">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="checkId" value={checkId} />
      <SelectField
        name="stands"
        label={t("stands")}
        value={stands}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="yes">{t("yes")}</option>
        <option value="no">{t("no")}</option>
      </SelectField>
      <TextAreaField
        name="words"
        label={t("words")}
        hint={t("wordsHint")}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={errorOf("words")}
      />
      <DialogActions>
        <DialogClose>{shell("cancel")}</DialogClose>
        <SubmitButton busyLabel={t("busy")}>{t("submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}

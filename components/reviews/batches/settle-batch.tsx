"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { acceptBatch, returnBatch } from "#lib/reviews/batches/actions.ts";

type Batch = { slug: string; number: number; round: number };
type Props = Batch & {
  /** Nothing waits in it: it can be accepted. */
  isReady: boolean;
  costs: { decisions: string; checks: string };
};
const actions = { accept: acceptBatch, return: returnBatch } as const;
type SettleAction = keyof typeof actions;

/** A lead accepts a batch, or returns it to be decided anew, knowing what that costs. */
export function SettleBatch({ isReady, costs, ...batch }: Props) {
  const t = useTranslations("reviews.batches");
  return (
    <div className="flex flex-wrap gap-3">
      {isReady && <Settle way="accept" means={t("accept.means")} batch={batch} />}
      <Settle way="return" means={t("return.means", costs)} batch={batch} />
    </div>
  );
}

function Settle({ way, means, batch }: { way: SettleAction; means: string; batch: Batch }) {
  const t = useTranslations("reviews.batches");
  const shell = useTranslations("shell");
  const [isOpen, open] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      title={t(`${way}.title`, { number: batch.number })}
      description={means}
      closeLabel={shell("close")}
      trigger={<Button variant={way === "accept" ? "primary" : "secondary"}>{t(`${way}.open`)}</Button>}
    >
      <SettleForm way={way} batch={batch} onDone={() => open(false)} />
    </Dialog>
  );
}

function SettleForm({ way, batch, onDone }: { way: SettleAction; batch: Batch; onDone: () => void }) {
  const t = useTranslations("reviews.batches");
  const shell = useTranslations("shell");
  const [words, setWords] = useState("");
  const { run, refusal, errorOf } = useFormAction(actions[way], {
    errors: "reviews.errors",
    fieldErrors: "reviews.fieldErrors",
    done: t(`${way}.done`, { number: batch.number }),
    onDone,
  });
  return (
    <form action={run} className="grid gap-4">
      <FormMessage>{refusal}</FormMessage>
      {Object.entries(batch).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextAreaField
        name="words"
        label={t(`${way}.words`)}
        hint={t(`${way}.wordsHint`)}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={errorOf("words")}
      />
      <DialogActions>
        <DialogClose>{shell("cancel")}</DialogClose>
        <SubmitButton busyLabel={t("busy")}>{t(`${way}.submit`)}</SubmitButton>
      </DialogActions>
    </form>
  );
}

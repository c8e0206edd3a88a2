"use client";

import { useActionState } from "react";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { makeExamples } from "#lib/demo/actions.ts";

export function MakeExamples({ words }: { words: { submit: string; busy: string } }) {
  const [, make] = useActionState(makeExamples, null);
  return (
    <form action={make}>
      <SubmitButton variant="secondary" busyLabel={words.busy}>
        {words.submit}
      </SubmitButton>
    </form>
  );
}

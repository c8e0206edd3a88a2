"use client";

import { startTransition, useActionState, useEffect } from "react";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { startDemo } from "#lib/demo/actions.ts";

type Props = { slug: string; words: { submit: string; busy: string } };

/** Simulated people begin as soon as somebody looks; without script, at a press. */
export function StartDemo({ slug, words }: Props) {
  const [, start] = useActionState(startDemo, null);
  useEffect(() => {
    const form = new FormData();
    form.set("slug", slug);
    startTransition(() => start(form));
  }, [slug, start]);
  return (
    <form action={start}>
      <input type="hidden" name="slug" value={slug} />
      <SubmitButton busyLabel={words.busy}>{words.submit}</SubmitButton>
    </form>
  );
}

"use client";

import { useActionState } from "react";
import { leaveBrowser } from "#components/sitting/device/leave-browser.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { makeRoom } from "#lib/sittings/returning/actions.ts";

type Props = { code: string; words: { title: string; body: string; submit: string; failed: string } };

/** Where one link and one device serve several people. */
export function NextPersonForm({ code, words }: Props) {
  const [state, action] = useActionState(makeRoom, null);
  return (
    <section aria-labelledby="another" className="grid gap-3 border-t border-line pt-8">
      <h2 id="another" className="text-xl font-semibold">
        {words.title}
      </h2>
      <p>{words.body}</p>
      <form action={action} onSubmit={leaveBrowser} className="grid gap-3">
        <FormMessage>{state && !state.ok && words.failed}</FormMessage>
        <input type="hidden" name="code" value={code} />
        <div>
          <SubmitButton variant="secondary">{words.submit}</SubmitButton>
        </div>
      </form>
    </section>
  );
}

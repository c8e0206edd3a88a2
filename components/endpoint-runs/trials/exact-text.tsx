import type { ReactNode } from "react";

/** A text as it was sent or came, to the letter. */
export function ExactText({ title, text }: { title: ReactNode; text: string }) {
  return (
    <div className="grid min-w-0 gap-1">
      <h4 className="font-semibold">{title}</h4>
      <p className="rounded-md bg-sunken px-3 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
        {text}
      </p>
    </div>
  );
}

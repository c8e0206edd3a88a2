"use client";

type Props = { text: string; words: { show: string; of: string } };

/** What a model wrote, for whoever opens it. It travels as its text alone, and is drawn where it's shown. */
export const ModelResponse = ({ text, words: { show, of } }: Props) => (
  <details className="max-w-prose">
    <summary className="target flex w-fit items-center text-accent underline">
      {show}
      <span className="sr-only"> {of}</span>
    </summary>
    <pre
      dir="auto"
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-sm bg-sunken p-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </pre>
  </details>
);

import { Children, type ReactNode } from "react";
import { Callout, type Tone } from "#components/ui/callout.tsx";

/** Stands in the page before anything happens: a live region that arrives with its text may stay unread. */
export function FormMessage({ tone = "danger", children }: { tone?: Tone; children?: ReactNode }) {
  // Of several things that might be said, none may be.
  const said = Children.toArray(children).filter((one) => one !== "");
  return (
    <div role={tone === "danger" ? "alert" : "status"} className="empty:hidden">
      {said.length > 0 ? <Callout tone={tone}>{children}</Callout> : null}
    </div>
  );
}

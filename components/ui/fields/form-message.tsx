import type { ReactNode } from "react";
import { Callout, type Tone } from "#components/ui/callout.tsx";

/** Stands in the page before anything happens: a live region that arrives with its text may stay unread. */
export function FormMessage({ tone = "danger", children }: { tone?: Tone; children?: ReactNode }) {
  return (
    <div role={tone === "danger" ? "alert" : "status"} className="empty:hidden">
      {children ? <Callout tone={tone}>{children}</Callout> : null}
    </div>
  );
}

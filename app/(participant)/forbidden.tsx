import { ParticipantFrame } from "#components/shell/participant-frame.tsx";
import { Forbidden } from "#components/shell/forbidden.tsx";

export default function Inside() {
  return (
    <ParticipantFrame>
      <Forbidden inside />
    </ParticipantFrame>
  );
}

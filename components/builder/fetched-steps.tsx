"use client";

import dynamic from "next/dynamic";

// A page of the builder shows one step: the others' fields and what they are checked by needn't come along.
export const AssignmentStep = dynamic(() =>
  import("#components/builder/assignment/step.tsx").then((one) => one.AssignmentStep),
);
export const ClaimsStep = dynamic(() =>
  import("#components/builder/claims/step.tsx").then((one) => one.ClaimsStep),
);
export const FrameStep = dynamic(() =>
  import("#components/builder/frame/step.tsx").then((one) => one.FrameStep),
);
export const PowerStep = dynamic(() =>
  import("#components/builder/power/step.tsx").then((one) => one.PowerStep),
);
export const QuestionsStep = dynamic(() =>
  import("#components/builder/questions/step.tsx").then((one) => one.QuestionsStep),
);
export const RecruitmentStep = dynamic(() =>
  import("#components/builder/recruitment/step.tsx").then((one) => one.RecruitmentStep),
);
export const RulesStep = dynamic(() =>
  import("#components/builder/rules/step.tsx").then((one) => one.RulesStep),
);
export const SampleStep = dynamic(() =>
  import("#components/builder/sample/step.tsx").then((one) => one.SampleStep),
);
export const WordsStep = dynamic(() =>
  import("#components/builder/words/step.tsx").then((one) => one.WordsStep),
);

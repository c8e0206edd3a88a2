import { ReaderSpecimen } from "#app/gallery/reader-specimen.tsx";
import { Specimen } from "#app/gallery/specimen.tsx";
import type { ReaderWords } from "#components/reading/words.ts";
import { Reading } from "#components/task-kinds/registry.tsx";

const words = {
  conversation: "Conversation",
  candidates: "Candidates",
  thinks: "thinks",
  says: "says",
  unknown: "Unknown speaker",
  question: "Who is speaking?",
  more: "Show whole profiles",
  less: "Show their first lines",
};

const letter = {
  form: "dialogue",
  turns: [
    {
      speaker: "Agnes Thorne",
      parts: [
        { type: "thought", text: "The seal has been broken and pressed again. He takes me for a fool." },
        { type: "manner", text: "turning the letter to the window" },
        {
          type: "speech",
          text: "It came by the evening boat, you say? And nobody has had it in hand since?",
        },
      ],
    },
    {
      speaker: null,
      parts: [
        { type: "thought", text: "If she asks to see the wax, I’m done for." },
        { type: "speech", text: "Nobody, Miss Thorne." },
        { type: "manner", text: "too quickly" },
        { type: "speech", text: "I carried it up from the quay myself, under my coat, for the rain." },
      ],
    },
  ],
  profiles: [
    "The pilot’s boy, fifteen, quick with his tongue and quicker with his feet. He runs errands between the quay and the lighthouse, can’t yet read a chart, and is proud that he can read anything else. He owes the chandler for a knife and would do a good deal to have that forgotten before his mother hears of it.",
    "Keeps the chandlery and the post.",
    null,
    "Søren Dvořák, called Old Zoë’s brother. <b>Bold</b> in everything but speech.",
  ],
};

const tea = {
  form: "dialogue",
  turns: [
    {
      speaker: "何掌柜",
      parts: [
        { type: "thought", text: "他今天又来晚了，袖口还沾着桐油。" },
        { type: "manner", text: "擦着桌子，没有抬头" },
        { type: "speech", text: "船修好了？昨天有人来打听 2026 号渡船，说是要“包一整天”。" },
      ],
    },
    {
      speaker: null,
      parts: [
        { type: "thought", text: "不能让他知道那人是谁。" },
        { type: "speech", text: "修好了。" },
        { type: "manner", text: "坐下，把帽子扣在膝上" },
        { type: "speech", text: "茶还是老样子——浓一点。" },
      ],
    },
  ],
  profiles: [
    "渡口的老船工，话少，记性好。年轻时在上游放过木排，认得每一处暗礁，也认得每一个欠过他船钱的人。近来总有生人找他，他从不对旁人说起，只是来茶馆的时辰一天比一天晚。镇上的人都说他在替谁守着什么东西，他听见了也只是笑笑，把茶喝完就走。",
    "他的孙女，在城里念书，放假才回来。",
    "茶馆的伙计，爱打听。",
  ],
};

const plain = {
  form: "text",
  text: `A: Is the tide in?\n    B: It was.\n\n${"unbroken".repeat(20)} שלום <script>`,
  profiles: [null, null],
};

export function ReadingSpecimens({ reader }: { reader: ReaderWords }) {
  return (
    <>
      <Specimen title="A case to read">
        <Reading
          kind="choice"
          content={letter}
          names={["Tom Pellow", "Wenna Pascoe", "Agnes Thorne", "The harbour master"]}
          language="en"
          words={words}
        />
      </Specimen>
      <Specimen title="A case to read in Chinese">
        <Reading
          kind="choice"
          content={tea}
          names={["陆老大", "陆晚舟", "小满"]}
          language="zh-CN"
          words={words}
        />
      </Specimen>
      <Specimen title="A case that is plain text">
        <Reading kind="choice" content={plain} names={["Ada Moor", "ندى"]} language="en" words={words} />
      </Specimen>
      <Specimen title="A long text to read">
        <ReaderSpecimen words={reader} />
      </Specimen>
      <Specimen title="Mixed languages">
        <p className="reading measure">
          She read the line aloud, <span lang="zh-CN">“路漫漫其修远兮，吾将上下而求索”</span>, and then
          explained it: <em>the road is long, and I shall search high and low.</em> Søren Dvořák and Zoë
          nodded.
        </p>
        <div lang="zh-CN" className="reading measure grid gap-3">
          <p>
            他放下手里的书，看了看窗外。“你是说，<em>昨天</em>
            已经有人来过了？”她没有马上回答，只是把茶杯推到他面前——像从前一样。
          </p>
          <p>
            这一段夹着英文：<span lang="en">“Who is speaking?”</span> 以及数字 2026 和缩写
            API，它们之间应当留出适当的空隙。
          </p>
        </div>
      </Specimen>
    </>
  );
}

"""The words of the drawings, in English and Chinese. A text of the table itself is never among them."""

from __future__ import annotations

from collections.abc import Mapping

from a2a_lifecycle.spec import Text

OPEN = Text("non-terminal", "非终态")
TERMINAL = Text("terminal", "终态")
# In lines, for the engine bends other edges around a wide label.
FROM_ANY = Text("from any\nnon-terminal state", "任何非终态")
FROM_OTHERS = Text("from every other\nnon-terminal state", "其余非终态")
IN_BOTH_FROM = Text("in both: from {states}", "两者皆有：从 {states}")
NEVER_ENTERED = Text("a client's view only", "仅见于客户端视图")
NOT_IN_EDITION = Text("not in this edition", "本版本没有此状态")
UPDATE = Text("update", "更新")
NO_EDGE = Text("no edge", "无此转换")

TITLE = Text("A2A Task lifecycle: {title}", "A2A Task 状态机：{title}")
TRACE_TITLE = Text("A trace over {title}", "轨迹：{title}")
DIFFERENCE_TITLE = Text("From {a} to {b}", "从 {a} 到 {b}")

ROLES: Mapping[str, Text] = {
    "active": Text("active", "活动"),
    "interrupted": Text("interrupted", "中断"),
    "terminal": Text("terminal", "终态"),
    "indeterminate": Text("indeterminate", "不确定"),
    "fallback": Text("fallback", "兜底"),
}
ACTORS: Mapping[str, Text] = {
    "agent": Text("the agent's step", "Agent 的步骤"),
    "client": Text("the client's step", "客户端的步骤"),
}
BASES: Mapping[str, Text] = {
    "stated": Text("solid: stated by the protocol", "实线：协议所规定"),
    "silent": Text("dashed: not forbidden by it", "虚线：协议未禁止"),
}
MARKS: Mapping[str, Text] = {
    "added": Text("only in {b}", "仅在 {b}"),
    "removed": Text("only in {a}", "仅在 {a}"),
    "changed": Text("another class", "类别不同"),
    "plain": Text("in both", "两者皆有"),
    "taken": Text("a step of the trace", "轨迹的步骤"),
    "wrong": Text("no edge of the table", "表中没有的转换"),
    "faint": Text("not taken", "未经过"),
}

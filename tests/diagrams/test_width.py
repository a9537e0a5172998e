"""The room a text needs, and where it is broken."""

import pytest

from a2a_lifecycle.diagrams.width import ems, room, wrap


def test_a_chinese_character_is_a_square_and_its_punctuation_too():
    assert ems("需要输入") == 4
    assert ems("（，。）") == 4


def test_latin_letters_have_the_widths_of_helvetica():
    assert ems("i") < ems("n") < ems("m")
    assert ems("TASK_STATE") == pytest.approx(6.391)


def test_room_is_asked_for_only_where_the_engine_cannot_measure():
    assert room("plain text", 14) == 0
    assert room("需要输入", 14) >= 56
    assert room("需要 input", 10, bold=True) > room("需要 input", 10)
    assert room("需要输入", 14, bold=True) == room("需要输入", 14)


def test_lines_break_at_spaces_and_between_chinese_characters():
    assert wrap("the agent is executing", 6) == ("the agent is", "executing")
    assert wrap("任务未经处理", 4) == ("任务未经", "处理")


def test_closing_punctuation_does_not_begin_a_line():
    assert wrap("任务已创建，等待", 5) == ("任务已创建，", "等待")

import doctest

from a2a_lifecycle import model


def test_the_example_of_the_package_runs():
    # IGNORE_EXCEPTION_DETAIL would not look at the message, so the long line is joined instead.
    text = model.__doc__.replace("\\\n", "")
    test = doctest.DocTestParser().get_doctest(text, {}, "model", None, 0)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.attempted > 10
    assert result.failed == 0

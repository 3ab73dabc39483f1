"""The pages in three languages: which is chosen, what is loaded, and all translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser import broken, cell, create, ready
from demine.web.pages import PAGES, assemble, fill
from demine.words import catalogue
from webserver import Server

NOTED: Final = re.compile(r'data-t="([^"]*)"')
KEY: Final = re.compile(r"\{\{([\w.]+)\}\}")


@pytest.mark.parametrize("name", [*PAGES.values(), "missing.html"])
def test_every_text_of_a_page_is_noted_for_other_languages(name: str) -> None:
    noted = "|".join(NOTED.findall(fill(name)))
    assert sorted(re.findall(r"\{([\w.]+)\}", noted)) == sorted(KEY.findall(assemble(name)))
    # The page puts a text inside the element before it, so that one has to have an inside.
    assert not re.search(r'<(?:input|img|br|hr)\b[^>]*data-t="(?:[^"]*\|)?=', fill(name))


@pytest.fixture(params=["de-AT", "ja-JP"])
def visitor(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    """A page for somebody whose browser speaks another language."""
    context = browser.new_context(locale=request.param, base_url=server.url)
    yield context.new_page()
    context.close()


def language_of(page: Page) -> str:
    return str(page.evaluate("document.documentElement.lang"))


def loaded(page: Page) -> list[str]:
    names = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    return [name.rpartition("/")[2] for name in names if "/words/" in name]


@pytest.mark.browser
def test_pages_speak_the_language_of_the_browser(visitor: Page) -> None:
    for path, name in PAGES.items():
        visitor.goto(path)
        ready(visitor)
        code = language_of(visitor)
        assert code in ("de", "ja")
        assert loaded(visitor) == [f"{code}.json"]
        words, english = catalogue(code).messages, catalogue("en").messages
        title = f"{name.removesuffix('.html')}.title"
        assert visitor.title() == words[title] != english[title]
        if path != "/embed":  # a frame has no menu
            assert visitor.locator("nav a").first.inner_text() == words["nav.play"]
        shown = visitor.locator("body").inner_text()
        left = [text for text in english.values() if len(text) > 12 and text in shown]
        assert set(left) <= set(words.values())
        assert broken(visitor) == []


@pytest.mark.browser
def test_a_hint_is_told_in_the_language_of_the_page(visitor: Page) -> None:
    visitor.goto("/")
    ready(visitor)
    words = catalogue(language_of(visitor)).messages
    create(visitor, preset="beginner", first="opening")
    visitor.click(cell(40))
    visitor.wait_for_selector(".open")
    visitor.keyboard.press("h")
    told = visitor.locator(".spoken")
    expect(told).to_have_text(
        re.compile(f"{re.escape(words['step.hint_certain'])}|{re.escape(words['step.hint_guess'])}")
    )


def change(page: Page, code: str) -> None:
    with page.expect_navigation():
        page.select_option("#language", code)
    ready(page)


@pytest.mark.browser
def test_the_menu_switches_and_is_remembered(browser: Browser, server: Server) -> None:
    context: BrowserContext = browser.new_context(locale="fr-FR", base_url=server.url)
    page = context.new_page()
    page.goto("/help")
    ready(page)
    assert (language_of(page), loaded(page)) == ("en", ["en.json"])
    change(page, "ja")
    assert page.title() == catalogue("ja").messages["help.title"]
    page.goto("/analyse")
    ready(page)
    assert language_of(page) == "ja"
    assert page.input_value("#language") == "ja"
    change(page, "en")
    assert page.title() == catalogue("en").messages["analyse.title"]
    context.close()

"""Creates the peer's tables and fills them: python -m django_admin.prepare <products>."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "django_admin.settings")

import django  # noqa: E402

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402

from django_admin.models import Category, Position, Product  # noqa: E402

call_command("migrate", run_syncdb=True, verbosity=0)
User.objects.create_superuser("bench", password="bench-of-the-peer")
categories = Category.objects.bulk_create(Category(name=f"Category {number}") for number in range(14))
positions = Position.objects.bulk_create(Position(name=f"Position {number}") for number in range(8))
Product.objects.bulk_create(
    (
        Product(name=f"Product {number:06}", category=categories[number % 14], position=positions[number % 8],
                stock=number % 20, price=f"{number % 30}.50", rank=number, published=number % 5 > 0)
        for number in range(int(sys.argv[1]))
    ),
    batch_size=2_000,
)
